# Finds nvcc, if there is one. Without it everything but the card itself is built.
#   CHASESCOPE_WITH_CUDA       ON when the CUDA device is built
#   CHASESCOPE_CUDA_ARCHS      compute capabilities to embed machine code for ("90" or "75;80;…"), or "found": those of the cards of this
#                              machine that nvcc knows, and where there are none, Hopper's
#   CHASESCOPE_KERNEL_ARCHS    the same with "found" looked up
#   CHASESCOPE_NVCC            the compiler
set(CHASESCOPE_ALL_CUDA_ARCHS 75 80 86 89 90 100 120)
set(CHASESCOPE_CUDA "AUTO" CACHE STRING "Build the CUDA device: AUTO (when nvcc is found), ON or OFF")
set(CHASESCOPE_CUDA_ARCHS "${CHASESCOPE_ALL_CUDA_ARCHS}" CACHE STRING
    "Compute capabilities to embed machine code for, or 'found'; PTX is kept for the last")

# The compute capabilities of the cards of this machine that nvcc knows, each once, oldest first.
function(cs_find_card_archs variable)
  set(archs "")
  find_program(CHASESCOPE_NVIDIA_SMI nvidia-smi)
  if(CHASESCOPE_NVIDIA_SMI)
    execute_process(COMMAND "${CHASESCOPE_NVIDIA_SMI}" --query-gpu=compute_cap --format=csv,noheader
                    OUTPUT_VARIABLE said RESULT_VARIABLE failed ERROR_QUIET)
    if(NOT failed)
      string(REGEX MATCHALL "[0-9]+\\.[0-9]" archs "${said}")
      string(REPLACE "." "" archs "${archs}")
      list(REMOVE_DUPLICATES archs)
      list(SORT archs COMPARE NATURAL)
    endif()
    execute_process(COMMAND "${CHASESCOPE_NVCC}" --list-gpu-arch OUTPUT_VARIABLE known ERROR_QUIET)
    foreach(arch IN LISTS archs)
      if(NOT known MATCHES "compute_${arch}\n")
        list(REMOVE_ITEM archs "${arch}")
      endif()
    endforeach()
  endif()
  set(${variable} "${archs}" PARENT_SCOPE)
endfunction()

set(CHASESCOPE_WITH_CUDA OFF)
if(NOT CHASESCOPE_CUDA STREQUAL "OFF")
  find_program(CHASESCOPE_NVCC nvcc HINTS "$ENV{CUDA_HOME}/bin" "$ENV{CUDA_PATH}/bin" /usr/local/cuda/bin /opt/cuda/bin)
  if(CHASESCOPE_NVCC)
    set(CHASESCOPE_WITH_CUDA ON)
    set(CHASESCOPE_KERNEL_ARCHS "${CHASESCOPE_CUDA_ARCHS}")
    if(CHASESCOPE_CUDA_ARCHS STREQUAL "found")
      cs_find_card_archs(CHASESCOPE_KERNEL_ARCHS)
      if(NOT CHASESCOPE_KERNEL_ARCHS)
        set(CHASESCOPE_KERNEL_ARCHS 90)
      endif()
    endif()
    message(STATUS "CUDA compiler: ${CHASESCOPE_NVCC}; kernels for ${CHASESCOPE_KERNEL_ARCHS}")
  elseif(CHASESCOPE_CUDA STREQUAL "ON")
    message(FATAL_ERROR "CHASESCOPE_CUDA=ON, but no nvcc was found. Put it on PATH or set CUDA_HOME.")
  else()
    message(STATUS "No CUDA compiler found: building without the CUDA device (software GPUs and recordings only)")
  endif()
endif()
