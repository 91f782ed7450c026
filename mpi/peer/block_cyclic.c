/* The peers of examples/timing.rs: pdgemr2d of ScaLAPACK, or a message for each pair of ranks whose two ends are derived
   datatypes, which MPI packs. METHOD is pdgemr2d or derived: METHOD SIZE FROM TO PROCESS_ROWS [RUNS].
   mpicc -O2 peer/block_cyclic.c -o block_cyclic -lscalapack-openmpi */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* Along one dimension, the runs of local indices that are on a rank under the other blocks: where each begins, how long. */
static int runs_on(int length, int block, int own, int other_block, int other, int parts, int *begins, int *lengths) {
    int count = 0;
    for (int local = 0; local < length; local++) {
        if (global(local, block, own, parts) / other_block % parts != other) continue;
        if (count && begins[count - 1] + lengths[count - 1] == local) lengths[count - 1]++;
        else begins[count] = local, lengths[count++] = 1;
    }
    return count;
}

/* The elements of a column-major memory in some rows and columns. */
static MPI_Datatype part_type(int leading, int rows, int *row_begins, int *row_lengths, int columns, int *column_begins,
                              int *column_lengths) {
    MPI_Datatype column, whole;
    MPI_Type_indexed(rows, row_lengths, row_begins, MPI_DOUBLE, &column);
    int count = 0;
    for (int run = 0; run < columns; run++) count += column_lengths[run];
    MPI_Aint *begins = malloc(count * sizeof(MPI_Aint));
    count = 0;
    for (int run = 0; run < columns; run++)
        for (int i = 0; i < column_lengths[run]; i++)
            begins[count++] = (MPI_Aint)(column_begins[run] + i) * leading * (MPI_Aint)sizeof(double);
    MPI_Type_create_hindexed_block(count, 1, begins, column, &whole);
    MPI_Type_commit(&whole);
    MPI_Type_free(&column);
    free(begins);
    return whole;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int is_derived = strcmp(argv[1], "derived") == 0;
    int rank, ranks, size = atoi(argv[2]), blocks[2] = {atoi(argv[3]), atoi(argv[4])}, rows = atoi(argv[5]);
    int runs = argc > 6 ? atoi(argv[6]) : 10;
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
    /* what goes to each rank, and what comes from it */
    MPI_Datatype *types[2] = {malloc(ranks * sizeof(MPI_Datatype)), malloc(ranks * sizeof(MPI_Datatype))};
    int *found[4];
    for (int i = 0; i < 4; i++) found[i] = malloc(size * sizeof(int));
    for (int side = 0; side < 2 && is_derived; side++)
        for (int peer = 0; peer < ranks; peer++) {
            int own = blocks[side], other = blocks[1 - side];
            int down = runs_on(height[side], own, row, other, peer / columns, rows, found[0], found[1]);
            int across = runs_on(width[side], own, column, other, peer % columns, columns, found[2], found[3]);
            types[side][peer] = part_type(descriptor[side][8], down, found[0], found[1], across, found[2], found[3]);
        }
    MPI_Request *requests = malloc(2 * ranks * sizeof(MPI_Request));
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    double *times = malloc(runs * sizeof(double));
    for (int run = 0; run < runs; run++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        if (is_derived) {
            for (int peer = 0; peer < ranks; peer++)
                MPI_Irecv(matrix[1], 1, types[1][peer], peer, 0, MPI_COMM_WORLD, &requests[peer]);
            for (int peer = 0; peer < ranks; peer++)
                MPI_Isend(matrix[0], 1, types[0][peer], peer, 0, MPI_COMM_WORLD, &requests[ranks + peer]);
            MPI_Waitall(2 * ranks, requests, MPI_STATUSES_IGNORE);
        } else
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
        printf("%s: median %.1f ms, least %.1f ms; peak memory grew by %ld KiB\n", argv[1], times[runs / 2] * 1e3,
               times[0] * 1e3, after.ru_maxrss - before.ru_maxrss);
    MPI_Finalize();
    return 0;
}
