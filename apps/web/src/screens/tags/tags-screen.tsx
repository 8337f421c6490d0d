import type { TagView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconTag } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TagDialog } from '../../features/tags/tag-dialog.tsx'
import { tagList, useDeleteTag, useLiveTags } from '../../features/tags/tags.api.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { useFormat } from '../../lib/format.ts'
import { listOf } from '../../lib/cache/list.ts'
import { mayAdminister } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'
import { TagChip } from '../../ui/marks/marks.tsx'

/** All users may create tags; only admins change and delete them. */
export function TagsScreen() {
  const { t } = useTranslation()
  useTitle(t('tags.list.title'))
  useLiveTags()
  const isAllowed = mayAdminister(useMe())
  const [text, setText] = useState('')
  const tags = useInfiniteQuery(tagList(text))
  const remove = useDeleteTag()
  const [edited, setEdited] = useState<TagView | 'new'>()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('tags.list.add'), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('tags.list.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('tags.list.title')}
        list={listOf(tags, (page) => page.tags)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t('tags.list.search'), value: text, onChange: setText }}
        actions={add('filled')}
        empty={{
          icon: <IconTag size={32} stroke={1.3} />,
          title: t('tags.list.empty'),
          text: t('tags.list.emptyText'),
          actions: add('default'),
        }}
        onEdit={isAllowed ? setEdited : undefined}
        onDelete={isAllowed ? (tag) => remove.mutateAsync(tag) : undefined}
        deleteText={() => t('tags.list.deleteText')}
      />
      {edited && <TagDialog tag={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function useColumns(): Column<TagView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { key: 'name', title: t('tags.list.name'), card: 'head', cell: (tag) => <TagChip {...tag} /> },
    {
      key: 'contacts',
      title: t('tags.list.contacts'),
      isNumeric: true,
      cell: ({ contactsCount }) => format.number(Number(contactsCount)),
    },
    {
      key: 'tickets',
      title: t('tags.list.tickets'),
      isNumeric: true,
      cell: ({ ticketsCount }) => format.number(Number(ticketsCount)),
    },
  ]
}
