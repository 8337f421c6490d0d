export { WebChatInstallation } from './web-chat-installation.tsx'
export { chatPage } from './web-chat-links.ts'
export { WebChatLookFields } from './web-chat-look-fields.tsx'
