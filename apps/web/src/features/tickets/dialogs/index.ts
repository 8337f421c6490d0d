export { AcceptDialog } from './accept-dialog.tsx'
export { CloseDialog, type Closing } from './close-dialog.tsx'
export { ConflictDialog } from './conflict-dialog.tsx'
export { type Transfer, TransferDialog } from './transfer-dialog.tsx'
