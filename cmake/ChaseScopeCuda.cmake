# Finds nvcc, if there is one. Without it everything but the card itself is built.
#   CHASESCOPE_WITH_CUDA       ON when the CUDA device is built
#   CHASESCOPE_CUDA_ARCHS      compute capabilities to embed machine code for ("90" or "75;80;…")
#   CHASESCOPE_NVCC            the compiler
set(CHASESCOPE_CUDA "AUTO" CACHE STRING "Build the CUDA device: AUTO (when nvcc is found), ON or OFF")
set(CHASESCOPE_CUDA_ARCHS "75;80;86;89;90;100;120" CACHE STRING "Compute capabilities to embed machine code for; PTX is kept for the last")

set(CHASESCOPE_WITH_CUDA OFF)
if(NOT CHASESCOPE_CUDA STREQUAL "OFF")
  find_program(CHASESCOPE_NVCC nvcc HINTS "$ENV{CUDA_HOME}/bin" "$ENV{CUDA_PATH}/bin" /usr/local/cuda/bin /opt/cuda/bin)
  if(CHASESCOPE_NVCC)
    set(CHASESCOPE_WITH_CUDA ON)
    message(STATUS "CUDA compiler: ${CHASESCOPE_NVCC}; kernels for ${CHASESCOPE_CUDA_ARCHS}")
  elseif(CHASESCOPE_CUDA STREQUAL "ON")
    message(FATAL_ERROR "CHASESCOPE_CUDA=ON, but no nvcc was found. Put it on PATH or set CUDA_HOME.")
  else()
    message(STATUS "No CUDA compiler found: building without the CUDA device (software GPUs and recordings only)")
  endif()
endif()
