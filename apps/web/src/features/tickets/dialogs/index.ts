export { AcceptDialog } from './accept-dialog.tsx'
export { CloseDialog } from './close-dialog.tsx'
export { ConflictDialog } from './conflict-dialog.tsx'
export { type Transfer, TransferDialog } from './transfer-dialog.tsx'
