import type { AnnouncementView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnnouncementDialog } from '../../features/announcements/announcement-dialog.tsx'
import {
  announcementList,
  useDeleteAnnouncement,
  useLiveAnnouncementList,
} from '../../features/announcements/announcements.api.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { useAnnouncementColumns } from './announcement-columns.tsx'

/** For the operator: what all companies are shown, or those with certain plans. */
export function AnnouncementsScreen() {
  const { t } = useTranslation()
  useTitle(t('announcements.title'))
  useLiveAnnouncementList()
  const [searchParam, setSearch] = useState('')
  const [edited, setEdited] = useState<AnnouncementView | 'new'>()
  const list = useInfiniteQuery(announcementList(searchParam))
  const remove = useDeleteAnnouncement()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('announcements.add'), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('announcements.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('announcements.title')}
        list={listOf(list, (page) => page.records)}
        columns={useAnnouncementColumns()}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        search={{ label: t('announcements.search'), value: searchParam, onChange: setSearch }}
        actions={add('filled')}
        empty={{
          icon: <IconSpeakerphone size={32} stroke={1.3} />,
          title: t('announcements.empty'),
          text: t('announcements.emptyText'),
          actions: add('default'),
        }}
        onEdit={setEdited}
        onDelete={(announcement) => remove.mutateAsync(announcement)}
        deleteText={() => t('announcements.deleteText')}
      />
      {edited && (
        <AnnouncementDialog announcement={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
