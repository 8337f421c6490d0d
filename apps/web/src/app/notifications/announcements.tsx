import type { ShownAnnouncement } from '@guiche/contract'
import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSpeakerphone } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveAnnouncements, useMarkRead, useUnreadAnnouncements } from '../../features/announcements/shown.api.ts'
import { ToolButton } from '../shell/tool-button.tsx'
import styles from './bell.module.css'

const ShownAnnouncements = lazy(() =>
  import('../../features/announcements/shown-announcements.tsx').then(({ ShownAnnouncements: component }) => ({
    default: component,
  })),
)
const AnnouncementDetails = lazy(() =>
  import('../../features/announcements/announcement-details.tsx').then(({ AnnouncementDetails: component }) => ({
    default: component,
  })),
)

/** What the operator announces. One counts as read once it was opened. */
export function Announcements() {
  const { t } = useTranslation()
  useLiveAnnouncements()
  const unread = useUnreadAnnouncements()
  const markRead = useMarkRead()
  const [opened, { toggle, close }] = useDisclosure()
  const [read, setRead] = useState<ShownAnnouncement>()
  const label = t('announcements.title')

  function open(announcement: ShownAnnouncement) {
    close()
    setRead(announcement)
    if (!announcement.isRead) markRead.mutate([announcement.id])
  }

  return (
    <>
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
            label={unread > 0 ? t('announcements.withCount', { label, count: unread }) : label}
            icon={IconSpeakerphone}
            onClick={toggle}
            isPressed={opened}
            hasNews={unread > 0}
          />
        </Popover.Target>
        <Popover.Dropdown className={styles.dropdown} aria-label={label}>
          <Suspense>
            <ShownAnnouncements onOpen={open} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {read && (
        <Suspense>
          <AnnouncementDetails announcement={read} onClose={() => setRead(undefined)} />
        </Suspense>
      )}
    </>
  )
}
