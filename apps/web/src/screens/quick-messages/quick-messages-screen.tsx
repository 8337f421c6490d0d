import type { QuickMessageView } from '@guiche/contract'
import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconBolt, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CategoryDialog } from '../../features/quick-messages/category-dialog.tsx'
import { QuickMessageDialog } from '../../features/quick-messages/quick-message-dialog.tsx'
import { mayChange } from '../../features/quick-messages/quick-message-values.ts'
import {
  quickMessageCategories,
  quickMessageList,
  useDeleteQuickMessage,
  useLiveQuickMessages,
} from '../../features/quick-messages/quick-messages.api.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useMe } from '../../lib/session.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { useCategoryColumns, useMessageColumns } from './quick-message-columns.tsx'
import styles from './quick-messages-screen.module.css'

const kinds = ['messages', 'categories'] as const
type Kind = (typeof kinds)[number]

const textsOf = {
  messages: {
    add: 'quick-messages.add',
    empty: 'quick-messages.empty',
    emptyText: 'quick-messages.emptyText',
    deleteText: 'quick-messages.deleteText',
  },
  categories: {
    add: 'quick-messages.categories.add',
    empty: 'quick-messages.categories.empty',
    emptyText: 'quick-messages.categories.emptyText',
    deleteText: 'quick-messages.categories.deleteText',
  },
} as const

/** Users see the general ones and their own, admins and supervisors all. */
export function QuickMessagesScreen() {
  const { t } = useTranslation()
  useTitle(t('quick-messages.title'))
  useLiveQuickMessages()
  const me = useMe()
  const [kind, setKind] = useState<Kind>('messages')
  const [searchParam, setSearch] = useState('')
  const [categoryId, setCategoryId] = useState<number>()
  const [edited, setEdited] = useState<QuickMessageView | 'new'>()
  const isCategory = kind === 'categories'
  const filter = { searchParam, isCategory, categoryId: isCategory ? undefined : categoryId }
  const records = useInfiniteQuery(quickMessageList(filter))
  const remove = useDeleteQuickMessage()
  const columns = { messages: useMessageColumns(), categories: useCategoryColumns() }[kind]
  const texts = textsOf[kind]
  const isFiltered = filter.categoryId !== undefined

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t(texts.add), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t(texts.add)}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('quick-messages.title')}
        list={listOf(records, (page) => page.records)}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ shortcode }) => (isCategory ? shortcode : `/${shortcode}`)}
        search={{ label: t('quick-messages.search'), value: searchParam, onChange: setSearch }}
        filters={
          <div className={styles.filters}>
            <SegmentedControl
              size="xs"
              aria-label={t('quick-messages.kinds')}
              data={kinds.map((value) => ({ value, label: t(`quick-messages.kind.${value}`) }))}
              value={kind}
              onChange={(value) => setKind(value === 'categories' ? 'categories' : 'messages')}
            />
            {!isCategory && <CategoryFilter value={categoryId} onChange={setCategoryId} />}
          </div>
        }
        actions={add('filled')}
        empty={{
          icon: <IconBolt size={32} stroke={1.3} />,
          title: t(isFiltered ? 'ui.nothingFound' : texts.empty),
          text: t(isFiltered ? 'quick-messages.emptyInCategory' : texts.emptyText),
          actions: add('default'),
        }}
        onEdit={setEdited}
        canEdit={(row) => mayChange(me, row)}
        onDelete={(row) => remove.mutateAsync(row)}
        canDelete={(row) => mayChange(me, row)}
        deleteText={() => t(texts.deleteText)}
      />
      {edited && (
        <EditDialog
          isCategory={isCategory}
          edited={edited}
          categoryId={categoryId}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

interface EditProps {
  isCategory: boolean
  edited: QuickMessageView | 'new'
  /** The category that is shown, which a new message begins with. */
  categoryId: number | undefined
  onClose: () => void
}

function EditDialog({ isCategory, edited, categoryId, onClose }: EditProps) {
  const row = edited === 'new' ? undefined : edited
  if (isCategory) return <CategoryDialog category={row} onClose={onClose} />
  return <QuickMessageDialog message={row} categoryId={row ? undefined : categoryId} onClose={onClose} />
}

interface FilterProps {
  value: number | undefined
  onChange: (id: number | undefined) => void
}

function CategoryFilter({ value, onChange }: FilterProps) {
  const { t } = useTranslation()
  const { data: categories = [] } = useQuery(quickMessageCategories)
  return (
    <Select
      size="xs"
      searchable
      clearable
      className={styles.category ?? ''}
      aria-label={t('quick-messages.category')}
      placeholder={t('quick-messages.category')}
      nothingFoundMessage={t('ui.nothingFound')}
      data={categories.map(({ id, shortcode }) => ({ value: String(id), label: shortcode }))}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
    />
  )
}
