/* The peer of examples/timing.rs: pdgemr2d of ScaLAPACK, SIZE FROM TO PROCESS_ROWS [RUNS].
   mpicc -O2 peer/pdgemr2d.c -o pdgemr2d -lscalapack-openmpi */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

extern void Cblacs_get(int, int, int *);
extern void Cblacs_gridinit(int *, const char *, int, int);
extern void Cblacs_gridinfo(int, int *, int *, int *, int *);
extern void Cpdgemr2d(int, int, double *, int, int, int *, double *, int, int, int *, int);
extern int numroc_(int *, int *, int *, int *, int *);

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int part(int size, int block, int own, int parts) {
    int zero = 0;
    return numroc_(&size, &block, &own, &zero, &parts);
}

static int global(int local, int block, int own, int parts) {
    return local / block * block * parts + own * block + local % block;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks, size = atoi(argv[1]), blocks[2] = {atoi(argv[2]), atoi(argv[3])}, rows = atoi(argv[4]);
    int runs = argc > 5 ? atoi(argv[5]) : 10;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int columns = ranks / rows, context, row, column;
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "R", rows, columns);
    Cblacs_gridinfo(context, &rows, &columns, &row, &column);
    double *matrix[2];
    int descriptor[2][9], height[2], width[2];
    for (int side = 0; side < 2; side++) {
        int block = blocks[side], leading = (size + block * rows - 1) / (block * rows) * block;
        height[side] = part(size, block, row, rows);
        width[side] = part(size, block, column, columns);
        int own[9] = {1, context, size, size, block, block, 0, 0, leading};
        for (int i = 0; i < 9; i++) descriptor[side][i] = own[i];
        matrix[side] = calloc((size_t)leading * width[side] + 1, sizeof(double));
    }
    for (int j = 0; j < width[0]; j++)
        for (int i = 0; i < height[0]; i++)
            matrix[0][i + (size_t)j * descriptor[0][8]] =
                global(i, blocks[0], row, rows) + (double)global(j, blocks[0], column, columns) * size;
    /* its pages are there before anything is measured */
    for (size_t i = 0; i < (size_t)descriptor[1][8] * width[1]; i++) matrix[1][i] = -1;
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    double *times = malloc(runs * sizeof(double));
    for (int run = 0; run < runs; run++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        Cpdgemr2d(size, size, matrix[0], 1, 1, descriptor[0], matrix[1], 1, 1, descriptor[1], context);
        double own = MPI_Wtime() - begin;
        MPI_Allreduce(&own, &times[run], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    getrusage(RUSAGE_SELF, &after);
    for (int j = 0; j < width[1]; j++)
        for (int i = 0; i < height[1]; i++) {
            double expected = global(i, blocks[1], row, rows) + (double)global(j, blocks[1], column, columns) * size;
            if (matrix[1][i + (size_t)j * descriptor[1][8]] != expected) {
                fprintf(stderr, "an element is wrong\n");
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
        }
    qsort(times, runs, sizeof(double), compare);
    if (rank == 0)
        printf("pdgemr2d: median %.1f ms, least %.1f ms; peak memory grew by %ld KiB\n", times[runs / 2] * 1e3,
               times[0] * 1e3, after.ru_maxrss - before.ru_maxrss);
    MPI_Finalize();
    return 0;
}
