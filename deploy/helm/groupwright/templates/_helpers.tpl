{{- define "groupwright.name" -}}
{{- if contains "groupwright" .Release.Name -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-groupwright" .Release.Name | trunc 40 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{- define "groupwright.selector" -}}
app.kubernetes.io/name: groupwright
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "groupwright.labels" -}}
{{ include "groupwright.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
{{- end -}}

{{- define "groupwright.podSecurity" -}}
runAsNonRoot: true
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{/* The container without ports and probes; takes root and roles. */}}
{{- define "groupwright.container" -}}
image: {{ printf "%s:%s" .root.Values.image.repository (default .root.Chart.AppVersion .root.Values.image.tag) | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  # The account groupwright of the image.
  runAsUser: 10001
  runAsGroup: 10001
  capabilities: { drop: [ALL] }
env:
  - { name: ROLES, value: {{ .roles | quote }} }
  - { name: SHUTDOWN_DELAY_SECONDS, value: {{ .root.Values.shutdownDelaySeconds | quote }} }
  - { name: BASE_URL, value: {{ .root.Values.baseUrl | quote }} }
  {{- range $name, $value := .root.Values.settings }}
  - { name: {{ $name | quote }}, value: {{ $value | quote }} }
  {{- end }}
  {{- with .root.Values.extraEnv }}{{ toYaml . | nindent 2 }}{{- end }}
envFrom:
  - secretRef: { name: {{ .root.Values.existingSecret | quote }} }
  {{- with .root.Values.extraEnvFrom }}{{ toYaml . | nindent 2 }}{{- end }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /var/lib/groupwright }
  {{- with .root.Values.extraVolumeMounts }}{{ toYaml . | nindent 2 }}{{- end }}
{{- end -}}

{{/* What a pod has beside its container. */}}
{{- define "groupwright.pod" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.serviceAccount.name }}
serviceAccountName: {{ . | quote }}
{{- end }}
automountServiceAccountToken: {{ .Values.serviceAccount.mountToken }}
securityContext: {{- include "groupwright.podSecurity" . | nindent 2 }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
# The variables of other services of the namespace may look like settings.
enableServiceLinks: false
volumes:
  - { name: tmp, emptyDir: {} }
  - { name: data, emptyDir: {} }
  {{- with .Values.extraVolumes }}{{ toYaml . | nindent 2 }}{{- end }}
{{- end -}}

{{/* Deployment, service and disruption budget of one kind of process; takes root, kind and settings. */}}
{{- define "groupwright.process" -}}
{{- $name := printf "%s-%s" (include "groupwright.name" .root) .kind -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels: {{- include "groupwright.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .kind }}
spec:
  replicas: {{ .settings.replicas }}
  selector:
    matchLabels: {{- include "groupwright.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .kind }}
  template:
    metadata:
      labels: {{- include "groupwright.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .kind }}
        {{- with .root.Values.podLabels }}{{ toYaml . | nindent 8 }}{{- end }}
      {{- with .root.Values.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      terminationGracePeriodSeconds: {{ add .root.Values.preStopSeconds .root.Values.shutdownDelaySeconds 37 }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "groupwright.selector" .root | nindent 14 }}
              app.kubernetes.io/component: {{ .kind }}
      {{- include "groupwright.pod" .root | nindent 6 }}
      containers:
        - name: groupwright
          {{- include "groupwright.container" (dict "root" .root "roles" .kind) | nindent 10 }}
          ports:
            - { name: http, containerPort: 8080 }
          startupProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 10
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 4
          {{- if and (eq .kind "api") (gt (int .root.Values.preStopSeconds) 0) }}
          lifecycle:
            preStop:
              exec: { command: [sleep, {{ .root.Values.preStopSeconds | quote }}] }
          {{- end }}
          resources: {{- toYaml .settings.resources | nindent 12 }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels: {{- include "groupwright.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .kind }}
spec:
  selector: {{- include "groupwright.selector" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .kind }}
  ports:
    - { name: http, port: {{ .root.Values.service.port }}, targetPort: http }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels: {{- include "groupwright.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .kind }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{- include "groupwright.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .kind }}
{{- if .root.Values.networkPolicy.enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ $name }}
  labels: {{- include "groupwright.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .kind }}
spec:
  podSelector:
    matchLabels: {{- include "groupwright.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .kind }}
  policyTypes: [Ingress]
  ingress:
    {{- $from := ternary .root.Values.networkPolicy.callers list (eq .kind "api") }}
    {{- with concat $from .root.Values.networkPolicy.monitoring }}
    - from: {{- toYaml . | nindent 8 }}
      ports:
        - { port: http, protocol: TCP }
    {{- else }}
    []
    {{- end }}
{{- end }}
{{- end -}}
