#!/usr/bin/env bash
# The manifests of docs/SCALING.md are well-formed, and the command lines in them compute batches of a
# run by the number that their engine sets.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
needs jq python3
python3 -c 'import yaml' 2>/dev/null || {
  printf 'SKIPPED: python3-yaml is not installed (script/deps test)\n'
  exit 77
}

# The blocks behind "<!-- manifest: KIND -->", as files 1.yaml, 2.json, ...
awk '/^<!-- manifest: / { kind = $3; next }
  kind != "" && /^```/ { if (inside) { kind = ""; inside = 0 } else { inside = 1; file = ++n "." kind }; next }
  inside { print >file }' "$SOURCE_DIR/docs/SCALING.md"
[[ -f 1.yaml && -f 2.json && -f 3.json ]] || fail 'docs/SCALING.md does not have three manifests'
python3 -c 'import json, sys, yaml; json.dump(yaml.safe_load(open("1.yaml")), sys.stdout)' >1.json ||
  fail 'the manifest of Kubernetes is no YAML'
for i in 1 2 3; do
  jq -e type "$i.json" >"$work/out" || fail "manifest $i is no JSON"
done
[[ $(jq -r '.spec.completionMode' 1.json) == Indexed ]] || fail 'the job is not indexed'

make_run fair-chess
mkdir bin
ln -s "$MARCHER" bin/marcher
export PATH=$work/bin:$PATH

# compute WORDS VARIABLE NUMBER: the command of a manifest, with the folder of the run here.
compute() {
  ran=$1
  env "$2=$3" sh -c "${1//\/runs\//$work/}" >"$work/out" 2>"$work/err" || fail 'the command fails'
  [[ -f fair-chess/batches/$3 ]] || fail "the command has not computed batch $3"
}
compute "$(jq -r '.spec.template.spec.containers[0].command[2]' 1.json)" JOB_COMPLETION_INDEX 1
compute "$(jq -r '.containerProperties.command[2]' 2.json)" AWS_BATCH_JOB_ARRAY_INDEX 2
compute "$(jq -r '.taskGroups[0].taskSpec.runnables[0].script.text' 3.json)" BATCH_TASK_INDEX 3
marcher lab batch fair-chess --lacking | head -n 2 | xargs -P 2 -n 1 marcher lab batch fair-chess
[[ -f fair-chess/batches/0 && -f fair-chess/batches/4 ]] || fail 'xargs has not computed batches 0 and 4'

# Statuses of which manifests say that they stay are those that stay.
run lab batch fair-chess 99
expect_status 64
run lab batch nowhere 1
expect_status 65
for values in "$(jq -c '.spec.podFailurePolicy.rules[0].onExitCodes.values' 1.json)" \
  "$(jq -c '.taskGroups[0].taskSpec.lifecyclePolicies[0].actionCondition.exitCodes' 3.json)"; do
  [[ $values == '[64,65]' ]] || fail "a manifest gives up after $values"
done
finish
