/** Manifests that the tests of the command line write to files. */
export const RUNTIME = `apiVersion: trainer.kubeflow.org/v1alpha1
kind: ClusterTrainingRuntime
metadata:
  name: torch-plain
spec:
  mlPolicy:
    numNodes: 2
    torch: {}
  template:
    spec:
      replicatedJobs:
        - name: node
          replicas: 1
          template:
            metadata:
              labels:
                trainer.kubeflow.org/trainjob-ancestor-step: trainer
            spec:
              template:
                spec:
                  tolerations:
                    - key: spot
                      operator: Exists
                  volumes:
                    - name: scratch
                      emptyDir: {}
                  containers:
                    - name: node
                      image: registry.example/trainer:1
                      env:
                        - name: MODE
                          value: plain
                      volumeMounts:
                        - name: scratch
                          mountPath: /scratch
                      resources:
                        limits:
                          nvidia.com/gpu: 2
`;

export const TRAIN_JOB = `apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainJob
metadata:
  name: mnist
  namespace: team-a
spec:
  runtimeRef:
    name: torch-plain
  suspend: true
  trainer:
    numNodes: 3
  runtimePatches:
    - manager: acme.example/scheduler
      trainingRuntimeSpec:
        template:
          spec:
            replicatedJobs:
              - name: node
                template:
                  spec:
                    template:
                      spec:
                        nodeSelector:
                          zone: a
    - manager: kueue.x-k8s.io/manager
      trainingRuntimeSpec:
        template:
          spec:
            replicatedJobs:
              - name: node
                template:
                  spec:
                    template:
                      spec:
                        nodeSelector:
                          zone: b
`;

/** Refused by the schema at line 9: a number of nodes is a whole number. */
export const REFUSED_JOB = `apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainJob
metadata:
  name: wrong
spec:
  runtimeRef:
    name: torch-plain
  trainer:
    numNodes: three
    surprise: 1
`;
