import type { HelpView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconHelp, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listOf } from '../../lib/cache/list.ts'
import type { Column } from '../../ui/list-page/list-page.tsx'
import { ListPanel } from '../../ui/list-page/list-panel.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { helpList, useDeleteHelp } from './helps.api.ts'
import styles from './helps.module.css'

/** The tab of the settings in which the operator keeps the videos. */
export function HelpManager() {
  const { t } = useTranslation()
  const [searchParam, setSearch] = useState('')
  const [edited, setEdited] = useState<HelpView | 'new'>()
  const list = useInfiniteQuery(helpList(searchParam))
  const remove = useDeleteHelp()
  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      {t('helps.add')}
    </Button>
  )

  return (
    <>
      <ListPanel
        title={t('helps.title')}
        notice={<p className={styles.lead}>{t('helps.managerText')}</p>}
        list={listOf(list, (page) => page.records)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        search={{ label: t('helps.search'), value: searchParam, onChange: setSearch }}
        actions={add('filled')}
        empty={{
          icon: <IconHelp size={32} stroke={1.3} />,
          title: t('helps.empty'),
          text: t('helps.emptyManagerText'),
          actions: add('default'),
        }}
        onEdit={setEdited}
        onDelete={(help) => remove.mutateAsync(help)}
        deleteText={() => t('helps.deleteText')}
      />
      {edited && <HelpDialog help={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function useColumns(): Column<HelpView>[] {
  const { t } = useTranslation()
  return [
    { key: 'title', title: t('helps.titleOf'), width: '28%', card: 'head', cell: ({ title }) => <b>{title}</b> },
    {
      key: 'description',
      title: t('helps.description'),
      card: 'text',
      cell: ({ description }) => <span className="cut-lines">{description || '–'}</span>,
    },
    { key: 'video', title: t('helps.video'), cell: ({ video }) => <code className={styles.code}>{video}</code> },
  ]
}
