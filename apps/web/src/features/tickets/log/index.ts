export { LogDialog } from './log-dialog.tsx'
export { LogEntry } from './log-entry.tsx'
