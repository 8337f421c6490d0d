export { HealthLine } from './health-line.tsx'
export { connectionHealth, useLiveHealth } from './health.api.ts'
export { HistoryDialog } from './history-dialog.tsx'
