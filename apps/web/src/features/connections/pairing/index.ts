export { QrDialog } from './qr-dialog.tsx'
