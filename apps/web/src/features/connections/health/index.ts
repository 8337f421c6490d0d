export { HealthBars } from './health-bars.tsx'
export { connectionHealth, useLiveHealth } from './health.api.ts'
export { HistoryDialog } from './history-dialog.tsx'
export { HistoryItem } from './history-item.tsx'
