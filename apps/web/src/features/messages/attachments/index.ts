export { AttachFiles, AttachMenu, type Attaching } from './attach-menu.tsx'
export { AttachmentTray } from './attachment-tray.tsx'
export {
  type Attachment,
  type StoredFile,
  attachmentOf,
  chosenOf,
  isStickerFit,
  releaseAttachments,
  storedAttachmentOf,
} from './attachments.ts'
export { droppedFiles } from './dropped-files.ts'
