export { PhoneMoveDialog } from './phone-move-dialog.tsx'
export { QrDialog } from './qr-dialog.tsx'
