//! Arrays of the caller, read and written where they are: the one place of the binding with `unsafe` code.
#![allow(unsafe_code, reason = "memory that Python lends is reached by pointer")]

use core::ptr::NonNull;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::errors::SokoError;

/// An array of `T` without gaps that a Python object lends, held until this is dropped.
pub struct Array<T: Element> {
    name: &'static str,
    buffer: PyBuffer<T>,
    order: Order,
}

/// In which order the elements of an array stand in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Row after row: C-contiguous. One dimension stands so, and what has no elements or but one row.
    Rows,
    /// Column after column: Fortran-contiguous, as the transpose of a C-contiguous array is.
    Columns,
}

impl<T: Element> Array<T> {
    /// Borrows the array that is the argument `name`, row after row; `dtype` is what its elements must be called.
    ///
    /// `TypeError` when it is no array of that type, `SokoError` when it is not C-contiguous.
    pub fn borrow(name: &'static str, dtype: &str, array: &Bound<'_, PyAny>) -> PyResult<Self> {
        let buffer = get(name, dtype, array)?;
        if !buffer.is_c_contiguous() {
            return Err(not_contiguous(name, "is not C-contiguous"));
        }
        Ok(Self { name, buffer, order: Order::Rows })
    }

    /// The same, where the elements may stand column after column as well: [`Array::order`] tells.
    pub fn borrow_any(name: &'static str, dtype: &str, array: &Bound<'_, PyAny>) -> PyResult<Self> {
        let buffer = get(name, dtype, array)?;
        let order = match (buffer.is_c_contiguous(), buffer.is_fortran_contiguous()) {
            (true, _) => Order::Rows,
            (false, true) => Order::Columns,
            _ => return Err(not_contiguous(name, "is neither C-contiguous nor the transpose of a C-contiguous array")),
        };
        Ok(Self { name, buffer, order })
    }

    /// `SokoError` unless the lengths of the dimensions are these.
    pub fn expect_shape(&self, shape: &[usize]) -> PyResult<()> {
        if self.shape() == shape {
            return Ok(());
        }
        let (given, needed) = (shape_text(self.shape()), shape_text(shape));
        Err(SokoError::new_err(format!("{} of shape {given}: {needed} is needed", self.name)))
    }

    /// The length of each dimension.
    pub fn shape(&self) -> &[usize] {
        self.buffer.shape()
    }

    /// The order of the elements.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The elements in their order, for reading.
    pub fn elements(&self) -> &[T] {
        let Some(elements) = self.pointer() else { return &[] };
        // SAFETY: the buffer is without gaps (`pointer` asks Python once more) and of type `T` (`PyBuffer::get` checked
        // the format, the size and the alignment), and `self` keeps Python from freeing or resizing it. Another thread
        // of the caller could write to it meanwhile, as with any numpy call that releases the GIL: every value of an
        // integer is valid, and the core indexes nothing by an element that it has not checked in a register.
        unsafe { elements.as_ref() }
    }

    /// The elements, for writing. `SokoError` when the array is read-only or shares memory with `input`.
    pub fn elements_mut<U: Element>(&mut self, input: &Array<U>) -> PyResult<&mut [T]> {
        self.apart(input)?;
        self.writable()
    }

    /// `SokoError` when the array shares memory with another.
    pub fn apart<U: Element>(&self, other: &Array<U>) -> PyResult<()> {
        let (start, end) = (self.buffer.buf_ptr() as usize, self.buffer.buf_ptr() as usize + self.buffer.len_bytes());
        let (from, to) = (other.buffer.buf_ptr() as usize, other.buffer.buf_ptr() as usize + other.buffer.len_bytes());
        if start < to && from < end {
            return Err(SokoError::new_err(format!("{} shares memory with {}", self.name, other.name)));
        }
        Ok(())
    }

    /// The elements, for writing. `SokoError` when the array is read-only.
    ///
    /// That nothing else in the same call reads or writes them is for the caller to see to, by `apart`.
    pub fn writable(&mut self) -> PyResult<&mut [T]> {
        if self.buffer.readonly() {
            return Err(SokoError::new_err(format!("{} is read-only", self.name)));
        }
        let Some(mut elements) = self.pointer() else { return Ok(&mut []) };
        // SAFETY: as in `elements`; moreover the memory is writable, and `&mut self` is the only way to it in this
        // crate but for another array of the same memory, which `apart` refuses.
        Ok(unsafe { elements.as_mut() })
    }

    /// All elements, `None` where they do not stand one after another in the array's order.
    fn pointer(&self) -> Option<NonNull<[T]>> {
        match self.order {
            Order::Rows => self.buffer.as_slice_ptr(),
            Order::Columns => self.buffer.as_fortran_slice_ptr(),
        }
    }
}

/// The memory of an argument, if it is an array of `T`.
fn get<T: Element>(name: &str, dtype: &str, array: &Bound<'_, PyAny>) -> PyResult<PyBuffer<T>> {
    // The values below a mask are not to be read, and the memory of a masked array shows them.
    let masked = !is_plain(array) && array.hasattr("mask")? && array.hasattr("filled")?;
    let Some(buffer) = PyBuffer::get(array).ok().filter(in_native_order).filter(|_| !masked) else {
        let given = match array.getattr("dtype") {
            _ if masked => "a masked array: use numpy.ma.filled with a value for what is masked".to_owned(),
            Ok(given) => misfit(array, &given, dtype)?,
            Err(_) => array.get_type().name()?.to_string(),
        };
        let error = PyTypeError::new_err(format!("{name} must be a numpy array of {dtype}, not {given}"));
        // Which argument it is, for callers that know a cure.
        error.value(array.py()).setattr("argument", name)?;
        return Err(error);
    };
    Ok(buffer)
}

/// Whether it is an array of numpy's own class, which has no mask. To ask it for a mask takes longer than to evaluate some
/// hands: Python makes an error of what is missing.
fn is_plain(array: &Bound<'_, PyAny>) -> bool {
    static NDARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    NDARRAY.import(array.py(), "numpy", "ndarray").is_ok_and(|ndarray| array.get_type().is(ndarray))
}

/// What is wrong with an array that cannot be lent: the type of its elements, or how they lie in memory.
fn misfit(array: &Bound<'_, PyAny>, given: &Bound<'_, PyAny>, wanted: &str) -> PyResult<String> {
    let kind = given.getattr("name").and_then(|name| name.extract::<String>()).unwrap_or_default();
    if !wanted.split([',', ' ']).any(|wanted| wanted == kind) {
        return Ok(format!("an array of {}", given.str()?));
    }
    let is_native = given.getattr("isnative").and_then(|native| native.extract()).unwrap_or(true);
    if !is_native {
        return Ok(format!("an array of {}, in the other byte order: use array.astype(numpy.{kind})", given.str()?));
    }
    let flags = array.getattr("flags");
    if !flags.and_then(|flags| flags.getattr("aligned")).and_then(|aligned| aligned.extract()).unwrap_or(true) {
        return Ok(format!("an array that is not aligned in memory: use numpy.array(array, numpy.{kind})"));
    }
    Ok(format!("an array of {}", given.str()?))
}

/// The error for an array with gaps, or in an order that cannot be read.
fn not_contiguous(name: &str, what: &str) -> PyErr {
    SokoError::new_err(format!("{name} {what}: use numpy.ascontiguousarray({name})"))
}

/// Whether the bytes of a number stand in the order of this machine.
fn in_native_order<T: Element>(buffer: &PyBuffer<T>) -> bool {
    let other: &[u8] = if cfg!(target_endian = "little") { b">!" } else { b"<" };
    !buffer.format().to_bytes().first().is_some_and(|order| other.contains(order))
}

/// A shape as Python writes it.
pub fn shape_text(shape: &[usize]) -> String {
    match shape {
        [n] => format!("({n},)"),
        _ => format!("({})", shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}
