// Concept groups: software, data, security, product. One group a line; `_` joins a phrase.

export const TECHNOLOGY_GROUPS: readonly string[] = `
code source_code program programming coding
developer engineer programmer coder
function_code method routine
bug defect fault regression
code_review pull_request merge_request pr_review diff
commit commit_message changes_made
refactor restructure_code clean_code technical_debt
unit_test test_case tests test_coverage
test_plan qa quality_assurance test_strategy
automation automate automated script_task
pipeline_build ci continuous_integration build_pipeline
deploy deployment rollout ship_release
rollback revert undo
release_plan release_version go_live
architecture system_design technical_design design_doc
adr decision_record architecture_decision
api endpoint interface_program
database sql query_database postgres mysql
schema data_model table_structure
migration migrate move_over
performance_slow slow latency sluggish
scale scaling scalability load
crash exception stack_trace error_message traceback
log_file logs logging
monitoring alerting observability
incident major_incident sev1 production_issue
postmortem post_mortem incident_report lessons_learned retrospective_incident
on_call pager oncall
runbook operations_guide
server host machine
cloud aws azure hosting
container docker kubernetes
network vpn wifi firewall
security cyber infosec information_security
vulnerability cve weakness_security exploit
phishing suspicious_email spam_mail
data_breach leak security_incident
access permission permissions access_rights
two_factor mfa multi_factor authenticator
backup restore_data recovery
laptop computer notebook pc workstation_it
printer scanner
install installation setup_software
software application app tool
license_software seats_software
it_support service_request it_ticket
hardware device equipment
requirement requirements specification spec
user_story user_stories acceptance_criteria
backlog backlog_grooming refinement
sprint iteration_agile scrum
sprint_planning estimate_stories story_points
retrospective retro sprint_review
standup_meeting daily_scrum
epic feature capability_product
mvp first_version minimum_viable
prototype proof_of_concept poc
product_requirements prd product_brief
product_manager product_owner
product_roadmap release_roadmap
user_research usability user_interview
usability_test user_test
ux user_experience ui
accessibility accessible wcag
persona_user user_profile
journey customer_journey journey_map
data_analysis analyse_data data_exploration
data_quality dirty_data clean_data
pivot pivot_table cross_tab
formula excel_formula vlookup xlookup
macro_excel vba
regex regular_expression pattern_match
python pandas notebook_python
javascript typescript frontend
java kotlin backend
shell bash command_line terminal
json xml yaml
etl data_pipeline data_load
report_builder bi power_bi tableau looker
anomaly outlier unusual_value
sample_size significance statistical_test
correlation relationship_between
machine_learning model_training ai_model
prompt instruction_ai ask_ai
chat_assistant copilot assistant_ai
feature_flag toggle
dependency library package_software
upgrade version_upgrade update_software
deprecate deprecation sunset end_of_life
technical_documentation readme developer_docs
api_documentation api_reference
onboarding_developer dev_setup local_setup
estimate_effort effort_estimation
technical_spec technical_specification
integration integrate connect_systems
webhook callback
sync synchronize synchronise
batch bulk mass
encryption encrypt
compliance_it security_questionnaire security_review
pentest penetration_test
disaster_recovery continuity business_continuity
change_request change_management_it
root_cause_analysis five_whys fishbone
mobile smartphone phone_app
browser chrome web_app
bandwidth_network connection internet
screen monitor_screen display
`
  .trim()
  .split('\n');
