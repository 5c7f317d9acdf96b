# Writes the metainfo file for software centres from the file in this folder. If WEBSITE is given, the result names the website and has
# screenshots; the website must publish the folder docs/pictures as WEBSITE/pictures.
#   cmake -DWEBSITE=https://example.org -DOUT=FILE -P packaging/metainfo.cmake
set(CHASESCOPE_SCREENSHOTS
    "window-chase.png|A chase through an array that is a little larger than a cache: each load with its latency"
    "window-sweep.png|Latencies over footprints: each step is a level of the hierarchy"
    "window-memory.png|What a discovery found, as a diagram of the memory"
    "window-lesson.png|A lesson asks before it shows")
function(cs_write_metainfo website out)
  file(READ "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/org.chasescope.ChaseScope.metainfo.xml" text)
  if(website)
    set(shown "<url type=\"homepage\">${website}</url>\n  <screenshots>\n")
    set(kind " type=\"default\"")
    foreach(screenshot ${CHASESCOPE_SCREENSHOTS})
      string(REPLACE "|" ";" parts "${screenshot}")
      list(GET parts 0 file)
      list(GET parts 1 caption)
      string(APPEND shown "    <screenshot${kind}>\n      <caption>${caption}</caption>\n"
                          "      <image type=\"source\">${website}/pictures/${file}</image>\n    </screenshot>\n")
      set(kind "")
    endforeach()
    string(APPEND shown "  </screenshots>")
    string(REGEX REPLACE "<!-- The website[^>]*-->" "${shown}" text "${text}")
  endif()
  file(CONFIGURE OUTPUT "${out}" CONTENT "${text}" @ONLY)
endfunction()
if(DEFINED OUT)
  cs_write_metainfo("${WEBSITE}" "${OUT}")
endif()
