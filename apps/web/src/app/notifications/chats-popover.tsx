import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMessages } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnreadInChats } from '../../features/internal-chats/chats.api.ts'
import { floatingChat } from '../../lib/talk/floating-chat.ts'
import { mayChat } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { ToolButton } from '../shell/tool-button.tsx'
import styles from './bell.module.css'

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
  const [opened, { toggle, close }] = useDisclosure()
  const label = t('chats.title')
  return (
    <Popover
      withOverlay
      opened={opened}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-end"
      width={340}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ToolButton
          label={unread > 0 ? t('chats.withCount', { label, count: unread }) : label}
          icon={IconMessages}
          onClick={toggle}
          isPressed={opened}
          hasNews={unread > 0}
        />
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label={label}>
        <Suspense>
          <RecentChats
            onOpen={close}
            onFloat={({ uuid }) => {
              close()
              floatingChat.set(uuid)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
