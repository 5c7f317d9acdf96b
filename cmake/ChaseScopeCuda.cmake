# Finds nvcc, if there is one. Without nvcc everything but the CUDA device is built.
#   CHASESCOPE_WITH_CUDA       ON when the CUDA device is built
#   CHASESCOPE_CUDA_ARCHS      compute capabilities to embed machine code for ("90" or "75;80;…"), or "found" for the capabilities of
#                              this machine's cards that nvcc knows; if there are none, "found" means 90 (Hopper)
#   CHASESCOPE_KERNEL_ARCHS    the same list, with "found" replaced by the capabilities
#   CHASESCOPE_NVCC            the compiler
#
# CUDA 12.0 to 12.9 compiles for 5.0 and newer, CUDA 13 for 7.5 and newer. If the toolkit on PATH lacks some of the wanted capabilities,
# the build takes another toolkit of this machine that has all of them (/usr/local/cuda-12.9 beside cuda-13.0). If no toolkit has all of
# them, the default list is shortened to the known ones; a list that the user gave is an error.
set(CHASESCOPE_ALL_CUDA_ARCHS 60 70 75 80 86 89 90 100 120)
set(CHASESCOPE_CUDA "AUTO" CACHE STRING "Build the CUDA device: AUTO (when nvcc is found), ON or OFF")
set(CHASESCOPE_CUDA_ARCHS "${CHASESCOPE_ALL_CUDA_ARCHS}" CACHE STRING
    "Compute capabilities to embed machine code for, or 'found'; PTX is kept for the last")

# Sets `variable` to the compute capabilities of this machine's cards that nvcc knows, each once, oldest first.
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

# Sets `variable` to the wanted compute capabilities that the compiler does not know.
function(cs_unknown_archs nvcc variable)
  execute_process(COMMAND "${nvcc}" --list-gpu-arch OUTPUT_VARIABLE known ERROR_QUIET)
  set(unknown "")
  foreach(arch IN LISTS ARGN)
    if(NOT known MATCHES "compute_${arch}(\n|$)")
      list(APPEND unknown "${arch}")
    endif()
  endforeach()
  set(${variable} "${unknown}" PARENT_SCOPE)
endfunction()

# Chooses a toolkit that compiles for all of CHASESCOPE_KERNEL_ARCHS. If there is none, the default list loses the unknown capabilities.
macro(cs_choose_toolkit)
  cs_unknown_archs("${CHASESCOPE_NVCC}" unknown ${CHASESCOPE_KERNEL_ARCHS})
  if(unknown)
    file(GLOB toolkits /usr/local/cuda-*/bin/nvcc /opt/cuda-*/bin/nvcc)
    list(SORT toolkits COMPARE NATURAL ORDER DESCENDING)
    foreach(toolkit IN LISTS toolkits)
      cs_unknown_archs("${toolkit}" lacks ${CHASESCOPE_KERNEL_ARCHS})
      if(NOT lacks)
        message(STATUS "${CHASESCOPE_NVCC} has no compute capability ${unknown}; ${toolkit} has all")
        set(CHASESCOPE_NVCC "${toolkit}" CACHE FILEPATH "The CUDA compiler" FORCE)
        set(unknown "")
        break()
      endif()
    endforeach()
  endif()
  if(unknown AND NOT CHASESCOPE_CUDA_ARCHS STREQUAL "${CHASESCOPE_ALL_CUDA_ARCHS}")
    message(FATAL_ERROR "No CUDA toolkit of this machine compiles for compute capability ${unknown}. CUDA 12.8 or 12.9 has all from 5.0 to "
                        "12.0, CUDA 13 has what is 7.5 or newer; put one into /usr/local, or name its nvcc with -DCHASESCOPE_NVCC=….")
  elseif(unknown)
    list(REMOVE_ITEM CHASESCOPE_KERNEL_ARCHS ${unknown})
    message(STATUS "No kernels for compute capability ${unknown}: ${CHASESCOPE_NVCC} does not know them; CUDA 12.8 or 12.9 would")
  endif()
endmacro()

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
    cs_choose_toolkit()
    message(STATUS "CUDA compiler: ${CHASESCOPE_NVCC}; kernels for ${CHASESCOPE_KERNEL_ARCHS}")
  elseif(CHASESCOPE_CUDA STREQUAL "ON")
    message(FATAL_ERROR "CHASESCOPE_CUDA=ON, but no nvcc was found. Put it on PATH or set CUDA_HOME.")
  else()
    message(STATUS "No CUDA compiler found: building without the CUDA device (software GPUs and recordings only)")
  endif()
endif()
