{{- /* The labels that distinguish the pods of this release from those of others. */ -}}
{{- define "cairn.selector" -}}
app.kubernetes.io/name: cairn
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "cairn.labels" -}}
{{ include "cairn.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{- /*
A variable's value as the service expects it. Helm parses 2000000 as a float, which it prints as 2e+06, and `off` as false.
*/ -}}
{{- define "cairn.value" -}}
{{- if kindIs "bool" . }}{{ ternary "on" "off" . | quote -}}
{{- else if kindIs "string" . }}{{ quote . -}}
{{- else }}{{ toJson . | quote }}{{ end -}}
{{- end -}}

{{- /* The pods' service account. Empty: the namespace's own. */ -}}
{{- define "cairn.account" -}}
{{- if .Values.serviceAccount.name }}{{ .Values.serviceAccount.name -}}
{{- else if .Values.serviceAccount.create }}{{ .Release.Name }}{{ end -}}
{{- end -}}

{{- define "cairn.image" -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote -}}
{{- end -}}
