import type { FileListView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconFiles, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileListDialog } from '../../features/file-lists/file-list-dialog.tsx'
import { FileListUses } from '../../features/file-lists/file-list-uses.tsx'
import { fileLists, useDeleteFileList, useLiveFileLists } from '../../features/file-lists/file-lists.api.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { summaryOf } from '../../lib/text/summary.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'

/** Files that queues and options of their menus send (docs/requirements/back-office.md, section 2). */
export function FilesScreen() {
  const { t } = useTranslation()
  useTitle(t('file-lists.title'))
  useLiveFileLists()
  const [searchParam, setSearch] = useState('')
  const [edited, setEdited] = useState<FileListView | 'new'>()
  const lists = useInfiniteQuery(fileLists(searchParam))
  const remove = useDeleteFileList()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('file-lists.add'), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('file-lists.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('file-lists.title')}
        list={listOf(lists, (page) => page.files)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t('file-lists.search'), value: searchParam, onChange: setSearch }}
        actions={add('filled')}
        empty={{
          icon: <IconFiles size={32} stroke={1.3} />,
          title: t('file-lists.empty'),
          text: t('file-lists.emptyText'),
          actions: add('default'),
        }}
        onEdit={setEdited}
        onDelete={(list) => remove.mutateAsync(list)}
        deleteText={(list) => (
          <>
            <FileListUses list={list} />
            <p>{t('file-lists.deleteText')}</p>
          </>
        )}
      />
      {edited && <FileListDialog list={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function useColumns(): Column<FileListView>[] {
  const { t } = useTranslation()
  return [
    { key: 'name', title: t('file-lists.name'), width: '28%', card: 'head', cell: ({ name }) => <b>{name}</b> },
    {
      key: 'message',
      title: t('file-lists.message'),
      cell: ({ message }) => <span className="cut-lines">{summaryOf(message)}</span>,
    },
    {
      key: 'files',
      title: t('file-lists.files'),
      cell: ({ options }) => t('file-lists.count', { count: options.length }),
    },
  ]
}
