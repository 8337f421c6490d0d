export { MergeDialog } from './merge-dialog.tsx'
export { PartDialog } from './part-dialog.tsx'
