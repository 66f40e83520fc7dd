{{- define "fraud.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "fraud.labels" -}}
app.kubernetes.io/name: fraud
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "fraud.minMembers" -}}
{{- if gt (int .Values.minMembers) 0 -}}
{{- int .Values.minMembers -}}
{{- else if lt (int .Values.members) 3 -}}
1
{{- else -}}
{{- add (div (int .Values.members) 2) 1 -}}
{{- end -}}
{{- end -}}

{{- define "fraud.heldMib" -}}
{{- add (int .Values.heapMib) (int .Values.nativeMib) -}}
{{- end -}}

{{/* How long a member may take to hand its shards over, and to get copies: 20 MiB a second, and a quarter of a second for each shard. */}}
{{- define "fraud.stopSeconds" -}}
{{- add 120 (div (include "fraud.heldMib" . | int) 20) (div (int .Values.shards) 4) -}}
{{- end -}}

{{/* When it is ended that is not up: it reads what it holds on disk first, 50 MiB a second, and a slow disk may take ten times as long. */}}
{{- define "fraud.startSeconds" -}}
{{- add 120 (div (include "fraud.heldMib" . | int) 5) -}}
{{- end -}}
