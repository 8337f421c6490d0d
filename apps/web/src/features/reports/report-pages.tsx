import { reportPageSizes } from '@guiche/contract'
import { Pagination, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import styles from './reports.module.css'

interface Props {
  page: number
  size: number
  total: number
  /** So many more there are that the person may not see. */
  hidden: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** How many there are, how many are shown at once, and the way to the others. */
export function ReportPages({ page, size, total, hidden, onPage, onSize }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const isPhone = useIsPhone()
  const pages = Math.ceil(total / size)
  return (
    <footer className={styles.pages}>
      <p role="status">
        {t('reports.total', { count: total, number: format.number(total) })}
        {hidden > 0 && <small>{t('reports.hidden', { count: hidden, number: format.number(hidden) })}</small>}
      </p>
      <Select
        size="xs"
        className={styles.size ?? ''}
        allowDeselect={false}
        label={t('reports.pageSize')}
        data={reportPageSizes.map(String)}
        value={String(size)}
        onChange={(chosen) => chosen && onSize(Number(chosen))}
      />
      {pages > 1 && (
        <Pagination
          size="sm"
          siblings={isPhone ? 0 : 1}
          total={pages}
          value={Math.min(page, pages)}
          onChange={onPage}
          aria-label={t('reports.pages')}
          getItemProps={(number) => ({ 'aria-label': t('reports.page', { number }) })}
          getControlProps={(control) => ({
            'aria-label': t(control === 'previous' ? 'reports.previousPage' : 'reports.nextPage'),
          })}
        />
      )}
    </footer>
  )
}
