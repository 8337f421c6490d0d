import { IconMessages } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnreadInChats } from '../../features/internal-chats/chats.api.ts'
import { floatingChat } from '../../lib/talk/floating-chat.ts'
import { mayChat } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { NewsPopover } from './news-popover.tsx'

const RecentChats = lazy(() =>
  import('../../features/internal-chats/recent-chats.tsx').then((file) => ({ default: file.RecentChats })),
)

/** The newest internal chats, while the plan has them. */
export function ChatsPopover() {
  return mayChat(useMe()) ? <Chats /> : null
}

function Chats() {
  const { t } = useTranslation()
  const unread = useUnreadInChats()
  const title = t('chats.title')
  return (
    <NewsPopover
      title={title}
      label={unread > 0 ? t('chats.withCount', { label: title, count: unread }) : title}
      icon={IconMessages}
      hasNews={unread > 0}
    >
      {(close) => (
        <Suspense>
          <RecentChats
            onOpen={close}
            onFloat={({ uuid }) => {
              close()
              floatingChat.set(uuid)
            }}
          />
        </Suspense>
      )}
    </NewsPopover>
  )
}
