import type { FileListView } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usesOfFileList } from './file-lists.api.ts'

/** The queues, options of menus and campaigns that send the list; nothing until they are known, and if there are none. */
export function FileListUses({ list: { id } }: { list: FileListView }) {
  const { t } = useTranslation()
  const { data } = useQuery(usesOfFileList(id))
  const queues = data?.queues.map(({ name }) => name) ?? []
  const options = data?.options.map(({ name }) => name) ?? []
  const campaigns = data?.campaigns.map(({ name }) => name) ?? []
  return (
    <>
      {queues.length > 0 && <p>{t('file-lists.usedByQueues', { count: queues.length, names: queues.join(', ') })}</p>}
      {options.length > 0 && (
        <p>{t('file-lists.usedByOptions', { count: options.length, names: options.join(', ') })}</p>
      )}
      {campaigns.length > 0 && (
        <p>{t('file-lists.usedByCampaigns', { count: campaigns.length, names: campaigns.join(', ') })}</p>
      )}
    </>
  )
}
