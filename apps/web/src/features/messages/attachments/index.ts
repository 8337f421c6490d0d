export { AttachMenu, type Attaching } from './attach-menu.tsx'
export { AttachmentTray } from './attachment-tray.tsx'
export { type Attachment, attachmentsOf, releaseAttachments } from './attachments.ts'
