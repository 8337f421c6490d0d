import { createChat } from './chat.ts'
import { countUnread } from './messages/messages.ts'
import { mount } from './mount.tsx'

// `/chat/{token}`, possibly below a folder of the server's address.
const token = location.pathname.split('/').findLast(Boolean) ?? ''
const chat = createChat(location.origin, token)
mount(chat, { isPage: true, theme: 'auto' })
chat.onChange(nameTab)
void chat.open()
void chat.start()

/** The title shows the name of the chat and the number of unread messages. */
function nameTab(): void {
  const { info, messages } = chat.state
  const unread = countUnread(messages)
  if (!info) return
  document.title = (unread ? `(${unread}) ` : '') + (info.name || info.companyName)
  document.documentElement.lang = info.language || document.documentElement.lang
}
