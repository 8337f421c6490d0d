export { LogDialog } from './log-dialog.tsx'
export { LogLine } from './log-line.tsx'
