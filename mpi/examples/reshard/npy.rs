//! Parts of an `.npy` file of 64-bit floats, row-major.
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tilework::dynamic::DynTuple;
use tilework::shard::Distribution;

/// A file that is open, and where its elements begin.
pub(crate) struct Npy {
    file: File,
    begin: u64,
    shape: Vec<i64>,
}

impl Npy {
    pub(crate) fn open(path: &Path) -> Result<Self, Box<dyn Error>> {
        let mut file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut start = [0_u8; 10];
        file.read_exact(&mut start)?;
        if start[..8] != *b"\x93NUMPY\x01\x00" {
            return Err(format!("{} is no .npy file of version 1", path.display()).into());
        }
        let mut header = vec![0; usize::from(u16::from_le_bytes([start[8], start[9]]))];
        file.read_exact(&mut header)?;
        let header = String::from_utf8(header)?;
        if !header.contains("'<f8'") || !header.contains("'fortran_order': False") {
            return Err(format!("{} holds no row-major 64-bit floats", path.display()).into());
        }
        let (_, shape) = header.split_once("'shape': (").ok_or("a header has a shape")?;
        let (shape, _) = shape.split_once(')').ok_or("a shape ends")?;
        let sizes = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
        let shape = sizes.map(str::parse).collect::<Result<_, _>>()?;
        Ok(Npy { file, begin: (start.len() + header.len()) as u64, shape })
    }

    pub(crate) fn shape(&self) -> &[i64] {
        &self.shape
    }

    /// What a rank has under a distribution, in its memory. Only that part of the file is read: runs of the last
    /// dimension.
    pub(crate) fn part(&self, array: &Distribution, rank: i64) -> Result<Vec<f64>, Box<dyn Error>> {
        let places = array.local_places(rank)?;
        let sizes = array.local_shape(rank)?;
        let mut part = vec![0.0; usize::try_from(places.cosize()?)?];
        let Some((&last, others)) = sizes.split_last() else { return Ok(part) };
        let mut local = vec![0; sizes.len()];
        for row in 0..others.iter().product::<i64>() {
            let mut rest = row;
            for (at, size) in others.iter().enumerate().rev() {
                local[at] = rest % size;
                rest /= size;
            }
            let mut at = 0;
            while at < last {
                let mut run = Vec::new();
                let column = |at: i64| [&local[..others.len()], &[at]].concat();
                let index = array.global_index(rank, &column(at))?;
                while at < last
                    && array.global_index(rank, &column(at))?[others.len()]
                        == index[others.len()] + run.len() as i64
                {
                    run.push(usize::try_from(places.offset(&DynTuple::flat(column(at)))?)?);
                    at += 1;
                }
                let first = index.iter().zip(&self.shape).fold(0, |first, (at, size)| first * size + at);
                let mut bytes = vec![0; run.len() * 8];
                let mut file = &self.file;
                file.seek(SeekFrom::Start(self.begin + u64::try_from(first)? * 8))?;
                file.read_exact(&mut bytes)?;
                for (place, bytes) in run.into_iter().zip(bytes.chunks_exact(8)) {
                    part[place] = f64::from_le_bytes(bytes.try_into()?);
                }
            }
        }
        Ok(part)
    }
}

/// An array of which every element is the number of its place.
pub(crate) fn write(path: &Path, shape: &[i64]) -> Result<(), Box<dyn Error>> {
    let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
    let mut header =
        format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}", sizes.join(", "));
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(b"\x93NUMPY\x01\x00")?;
    file.write_all(&u16::try_from(header.len())?.to_le_bytes())?;
    file.write_all(header.as_bytes())?;
    for place in 0..shape.iter().product::<i64>() {
        file.write_all(&(place as f64).to_le_bytes())?;
    }
    file.flush()?;
    Ok(())
}
