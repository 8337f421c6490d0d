export { AttachMenu, type Attaching } from './attach-menu.tsx'
export { AttachmentTray } from './attachment-tray.tsx'
export { type Attachment, type StoredFile, attachmentOf, attachmentsOf, releaseAttachments } from './attachments.ts'
