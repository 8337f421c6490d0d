import type { TagView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconTag } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TagDialog } from '../../features/tags/tag-dialog.tsx'
import { type TagKind, tagList, useDeleteTag, useLiveTags } from '../../features/tags/tags.api.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { useFormat } from '../../lib/format.ts'
import { listOf } from '../../lib/cache/list.ts'
import { mayAdminister } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'
import { TagChip } from '../../ui/marks/marks.tsx'

export function TagsScreen() {
  return <TagsList kind={0} />
}

/** The tags of the lanes of the board. */
export function KanbanTagsScreen() {
  return <TagsList kind={1} />
}

const texts = {
  0: {
    title: 'tags.list.title',
    add: 'tags.list.add',
    search: 'tags.list.search',
    empty: 'tags.list.empty',
    emptyText: 'tags.list.emptyText',
    deleteText: 'tags.list.deleteText',
  },
  1: {
    title: 'tags.lanes.title',
    add: 'tags.lanes.add',
    search: 'tags.lanes.search',
    empty: 'tags.lanes.empty',
    emptyText: 'tags.lanes.emptyText',
    deleteText: 'tags.lanes.deleteText',
  },
} as const

/** All users may create tags; only admins change and delete them. */
function TagsList({ kind }: { kind: TagKind }) {
  const { t } = useTranslation()
  const text = texts[kind]
  useTitle(t(text.title))
  useLiveTags()
  const isAllowed = mayAdminister(useMe())
  const [search, setSearch] = useState('')
  const tags = useInfiniteQuery(tagList(kind, search))
  const remove = useDeleteTag()
  const [edited, setEdited] = useState<TagView | 'new'>()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t(text.add), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t(text.add)}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t(text.title)}
        list={listOf(tags, (page) => page.tags)}
        columns={useColumns(kind)}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t(text.search), value: search, onChange: setSearch }}
        actions={add('filled')}
        empty={{
          icon: <IconTag size={32} stroke={1.3} />,
          title: t(text.empty),
          text: t(text.emptyText),
          actions: add('default'),
        }}
        onEdit={isAllowed ? setEdited : undefined}
        onDelete={isAllowed ? (tag) => remove.mutateAsync(tag) : undefined}
        deleteText={() => t(text.deleteText)}
      />
      {edited && (
        <TagDialog kind={kind} tag={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

function useColumns(kind: TagKind): Column<TagView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const contacts: Column<TagView>[] = [
    {
      key: 'contacts',
      title: t('tags.list.contacts'),
      isNumeric: true,
      cell: ({ contactsCount }) => format.number(Number(contactsCount)),
    },
  ]
  return [
    {
      key: 'name',
      title: t('tags.list.name'),
      card: 'head',
      // There is room for the whole name.
      cell: (tag) => (
        <span style={{ '--tag-width': '100%' }}>
          <TagChip {...tag} />
        </span>
      ),
    },
    // A lane has tickets only.
    ...(kind === 0 ? contacts : []),
    {
      key: 'tickets',
      title: t('tags.list.tickets'),
      isNumeric: true,
      cell: ({ ticketsCount }) => format.number(Number(ticketsCount)),
    },
  ]
}
