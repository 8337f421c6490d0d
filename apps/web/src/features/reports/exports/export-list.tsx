import type { ReportExportView } from '@guiche/contract'
import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat, writtenDay } from '../../../lib/format.ts'
import { reportExports, useRemoveExport } from '../reports.api.ts'
import styles from './exports.module.css'

const shownFirst = 2

/** The files that the person has asked for: how far they are, and where they are fetched. */
export function ExportList() {
  const { t } = useTranslation()
  const { data = [] } = useQuery(reportExports)
  const [showsAll, setShowsAll] = useState(false)
  if (data.length === 0) return null
  const shown = showsAll ? data : data.slice(0, shownFirst)
  return (
    <section className={styles.exports} aria-label={t('reports.exports.title')}>
      <ul>
        {shown.map((one) => (
          <ExportLine key={one.id} export={one} />
        ))}
      </ul>
      {data.length > shownFirst && (
        <Button size="compact-xs" variant="subtle" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('reports.exports.fewer') : t('reports.exports.more', { count: data.length - shownFirst })}
        </Button>
      )}
    </section>
  )
}

function ExportLine({ export: one }: { export: ReportExportView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const remove = useRemoveExport()
  const { dateFrom, dateTo } = one.filter
  const name = t('reports.exports.name', {
    rows: t(`reports.exports.rows.${one.rows}`),
    format: one.format.toUpperCase(),
    from: dateFrom ? writtenDay(dateFrom) : '…',
    to: dateTo ? writtenDay(dateTo) : '…',
  })
  return (
    <li data-state={one.state}>
      <div className={styles.name}>
        <b>{name}</b>
        <ExportState export={one} />
      </div>
      {one.link !== null && (
        <Button
          component="a"
          size="xs"
          variant="light"
          href={one.link}
          download
          leftSection={<IconDownload size={16} />}
          aria-label={t('reports.exports.downloadOf', { name })}
        >
          {t('reports.exports.download', { size: format.fileSize(one.bytes ?? 0) })}
        </Button>
      )}
      <ActionIcon
        size={28}
        aria-label={t(one.link === null ? 'reports.exports.stop' : 'reports.exports.remove', { name })}
        loading={remove.isPending}
        onClick={() => remove.mutate(one.id)}
      >
        <IconX size={16} stroke={1.7} />
      </ActionIcon>
    </li>
  )
}

function ExportState({ export: one }: { export: ReportExportView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, total, done, failure, expiresAt, restarted } = one
  if (state === 'failed')
    return <small role="alert">{t(`errors.${failure === 'ERR_NO_PERMISSION' ? failure : 'ERR_REPORT_FAILED'}`)}</small>
  if (state === 'done')
    return <small>{expiresAt && t('reports.exports.until', { time: format.ahead(expiresAt) })}</small>
  const share = total === null || total === 0 ? 0 : (100 * done) / total
  return (
    <>
      <Progress value={share} aria-label={t('reports.exports.progress')} />
      <small>
        {total === null
          ? t('reports.exports.waiting')
          : t('reports.exports.doneOf', { done: format.number(done), total: format.number(total) })}
        {restarted && ` · ${t('reports.exports.restarted')}`}
      </small>
    </>
  )
}
