#!/usr/bin/env bash
# Runs the steps of the GitHub Action (action.yml) for the event that started the job.
set -euo pipefail

cairn() {
  if [ -z "${IMAGE:-}" ]; then
    node "$GITHUB_ACTION_PATH/dist/cli/cairn.js" trails "$@"
  else
    docker run --rm --user "$(id -u)" -v "$GITHUB_WORKSPACE:$GITHUB_WORKSPACE" -v "$RUNNER_TEMP:$RUNNER_TEMP" \
      -w "$PWD" -e CAIRN_URL -e CAIRN_API_KEY -e GITHUB_WORKSPACE --entrypoint node "$IMAGE" \
      /app/dist/cli/cairn.js trails "$@"
  fi
}

# Runs a command, and shows its output in the log, the summary and, for the plan, the pull request.
report() {
  local title=$1 output="$RUNNER_TEMP/cairn-output.txt" code=0
  shift
  cairn "$@" >"$output" 2>&1 || code=$?
  cat "$output"
  node "$GITHUB_ACTION_PATH/deploy/action/report.mjs" "$title" "$output"
  return "$code"
}

# The form below also works in bash 3.2 of macOS, which refuses empty arrays.
publish=()
if [ "$PUBLISH" = true ]; then publish=(--publish); fi

check() { cairn check --dir "$DIR" --format github; }
plan() { report 'Plan for the trails' plan --dir "$DIR" ${publish[@]+"${publish[@]}"}; }
# Exit code 2 of the plan means drift: apply what can be applied, and fail afterwards.
apply() {
  local code=0 file="$RUNNER_TEMP/cairn-plan.json"
  COMMENT=false report 'Plan for the trails' plan --dir "$DIR" ${publish[@]+"${publish[@]}"} --out "$file" || code=$?
  if [ "$code" = 0 ] || [ "$code" = 2 ]; then cairn apply "$file" --dir "$DIR" || code=$?; fi
  keep || code=$?
  return "$code"
}
# Commits new ids and the lock file, also after a failure, so that the next run continues there.
keep() {
  git add --all -- "$DIR" || return
  if git diff --cached --quiet; then return; fi
  git -c user.name=Cairn -c user.email=cairn@localhost commit --quiet -m 'trails: applied [skip ci]' &&
    git push --quiet origin "HEAD:$GITHUB_REF_NAME"
}
pr() {
  if [ -n "${IMAGE:-}" ]; then
    echo '::error::The image has no git. Leave out "image" to open pull requests.'
    return 1
  fi
  cairn pr --dir "$DIR" --host github --repo "$GITHUB_REPOSITORY"
}

command=$COMMAND
if [ -z "$command" ]; then
  case "$GITHUB_EVENT_NAME" in
    pull_request) command='check plan' ;;
    push) command=apply ;;
    schedule | workflow_dispatch) command=pr ;;
    *) command=check ;;
  esac
fi
code=0
for one in $command; do
  case "$one" in
    check) check || code=$? ;;
    plan | apply | pr)
      if [ -z "$CAIRN_URL" ] || [ -z "$CAIRN_API_KEY" ]; then
        echo "::notice::$one is left out, because this job has no address or key of Cairn."
      else "$one" || code=$?; fi ;;
    *) echo "::error::There is no command $one. Use check, plan, apply or pr." && exit 1 ;;
  esac
done
exit "$code"
