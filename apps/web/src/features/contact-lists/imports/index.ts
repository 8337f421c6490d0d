export { ListImportDialog } from './list-import-dialog.tsx'
export { RunningImport } from './running-import.tsx'
