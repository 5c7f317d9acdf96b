// The options in the part of gpgpusim.config, and the type of value of each. They come from the option table of GPGPU-Sim 4.2 (the
// calls of option_parser_register), of which they are the options that Accel-Sim's tested configuration of an H100 sets.
#pragma once

#include <array>
#include <string_view>

namespace chasescope {

struct SimulatorOption {
  enum class Kind { count, number, flag, text };
  std::string_view name;
  Kind kind;
};
using Kind = SimulatorOption::Kind;

inline constexpr auto kSimulatorOptions =
    std::to_array<SimulatorOption>({{"-dram_bnk_indexing_policy", Kind::count},
                                    {"-dram_bnkgrp_indexing_policy", Kind::count},
                                    {"-dram_data_command_freq_ratio", Kind::count},
                                    {"-dram_dual_bus_interface", Kind::count},
                                    {"-dram_latency", Kind::count},
                                    {"-gpgpu_TB_launch_latency", Kind::number},
                                    {"-gpgpu_adaptive_cache_config", Kind::flag},
                                    {"-gpgpu_cache:dl1", Kind::text},
                                    {"-gpgpu_cache:dl2", Kind::text},
                                    {"-gpgpu_cache:il1", Kind::text},
                                    {"-gpgpu_clock_domains", Kind::text},
                                    {"-gpgpu_coalesce_arch", Kind::number},
                                    {"-gpgpu_compute_capability_major", Kind::count},
                                    {"-gpgpu_compute_capability_minor", Kind::count},
                                    {"-gpgpu_const_cache:l1", Kind::text},
                                    {"-gpgpu_dram_burst_length", Kind::count},
                                    {"-gpgpu_dram_buswidth", Kind::count},
                                    {"-gpgpu_dram_partition_queues", Kind::text},
                                    {"-gpgpu_dram_return_queue_size", Kind::number},
                                    {"-gpgpu_dram_scheduler", Kind::number},
                                    {"-gpgpu_dram_timing_opt", Kind::text},
                                    {"-gpgpu_dual_issue_diff_exec_units", Kind::flag},
                                    {"-gpgpu_flush_l1_cache", Kind::flag},
                                    {"-gpgpu_frfcfs_dram_sched_queue_size", Kind::number},
                                    {"-gpgpu_gmem_skip_L1D", Kind::flag},
                                    {"-gpgpu_heap_size_limit", Kind::number},
                                    {"-gpgpu_inst_fetch_throughput", Kind::number},
                                    {"-gpgpu_kernel_launch_latency", Kind::number},
                                    {"-gpgpu_l1_banks", Kind::count},
                                    {"-gpgpu_l1_cache_write_ratio", Kind::count},
                                    {"-gpgpu_l1_latency", Kind::count},
                                    {"-gpgpu_l2_rop_latency", Kind::count},
                                    {"-gpgpu_max_concurrent_kernel", Kind::number},
                                    {"-gpgpu_max_insn_issue_per_warp", Kind::number},
                                    {"-gpgpu_mem_addr_mapping", Kind::text},
                                    {"-gpgpu_mem_address_mask", Kind::number},
                                    {"-gpgpu_memory_partition_indexing", Kind::count},
                                    {"-gpgpu_n_cluster_ejection_buffer_size", Kind::count},
                                    {"-gpgpu_n_clusters", Kind::count},
                                    {"-gpgpu_n_cores_per_cluster", Kind::count},
                                    {"-gpgpu_n_ldst_response_buffer_size", Kind::count},
                                    {"-gpgpu_n_mem", Kind::count},
                                    {"-gpgpu_n_mem_per_ctrlr", Kind::count},
                                    {"-gpgpu_n_sub_partition_per_mchannel", Kind::count},
                                    {"-gpgpu_num_dp_units", Kind::count},
                                    {"-gpgpu_num_int_units", Kind::count},
                                    {"-gpgpu_num_reg_banks", Kind::number},
                                    {"-gpgpu_num_sched_per_core", Kind::number},
                                    {"-gpgpu_num_sfu_units", Kind::count},
                                    {"-gpgpu_num_sp_units", Kind::count},
                                    {"-gpgpu_num_tensor_core_units", Kind::count},
                                    {"-gpgpu_occupancy_sm_number", Kind::number},
                                    {"-gpgpu_operand_collector_num_units_gen", Kind::number},
                                    {"-gpgpu_pipeline_widths", Kind::text},
                                    {"-gpgpu_ptx_force_max_capability", Kind::count},
                                    {"-gpgpu_reg_file_port_throughput", Kind::number},
                                    {"-gpgpu_registers_per_block", Kind::count},
                                    {"-gpgpu_runtime_pending_launch_count_limit", Kind::number},
                                    {"-gpgpu_runtime_sync_depth_limit", Kind::number},
                                    {"-gpgpu_scheduler", Kind::text},
                                    {"-gpgpu_shader_core_pipeline", Kind::text},
                                    {"-gpgpu_shader_cta", Kind::count},
                                    {"-gpgpu_shader_registers", Kind::count},
                                    {"-gpgpu_shmem_limited_broadcast", Kind::flag},
                                    {"-gpgpu_shmem_num_banks", Kind::count},
                                    {"-gpgpu_shmem_option", Kind::text},
                                    {"-gpgpu_shmem_per_block", Kind::count},
                                    {"-gpgpu_shmem_size", Kind::count},
                                    {"-gpgpu_shmem_sizeDefault", Kind::count},
                                    {"-gpgpu_shmem_warp_parts", Kind::number},
                                    {"-gpgpu_simd_model", Kind::number},
                                    {"-gpgpu_smem_latency", Kind::count},
                                    {"-gpgpu_stack_size_limit", Kind::number},
                                    {"-gpgpu_sub_core_model", Kind::flag},
                                    {"-gpgpu_tensor_core_avail", Kind::count},
                                    {"-gpgpu_tex_cache:l1", Kind::text},
                                    {"-gpgpu_unified_l1d_size", Kind::count},
                                    {"-inter_config_file", Kind::text},
                                    {"-network_mode", Kind::number},
                                    {"-ptx_opcode_initiation_int", Kind::text},
                                    {"-ptx_opcode_latency_int", Kind::text}});

}  // namespace chasescope
