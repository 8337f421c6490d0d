import { ActionIcon, Menu, Skeleton, Table } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { csvFile } from '../../../lib/browser/csv-file.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { Failure } from '../../../ui/states/failure.tsx'
import frame from '../../../ui/charts/chart-frame.module.css'
import styles from './charts.module.css'

/** What a chart shows, as a table has it. */
export interface ChartRow {
  key: string
  name: string
  value: string
  before?: string | undefined
}

interface Props {
  title: string
  /** What is counted, and when. */
  hint: string
  rows: readonly ChartRow[]
  /** The title of the column of names. */
  of: string
  isLoading: boolean
  isFailed: boolean
  onRetry: () => void
  /** Said in place of a chart that would have nothing on it. */
  emptyText: string
  isEmpty: boolean
  /** Opens the list behind a row. */
  onOpen?: ((key: string) => void) | undefined
  /** How the period before is marked in the chart; undefined: in words, or not at all. */
  mark?: 'line' | 'tick' | undefined
  /** Draws it as a picture. */
  draw: (place: HTMLElement) => Promise<Blob>
  children: (labelledBy: string) => ReactNode
}

/** A chart with the table behind it, which can be saved as a picture or as a table. */
export function ChartSection(props: Props) {
  const { title, hint, rows, of, isLoading, isFailed, onRetry, emptyText, isEmpty, mark, draw, children } = props
  const { t } = useTranslation()
  const [isTable, setIsTable] = useState(false)
  const section = useRef<HTMLElement>(null)
  const id = useId()
  const isShown = !isLoading && !isFailed && !isEmpty
  const saveTable = () => {
    const titles = [of, title, t('dashboard.charts.before')]
    saveFile(csvFile([titles, ...rows.map(({ name, value, before = '' }) => [name, value, before])]), `${title}.csv`)
  }
  const savePicture = useMutation({
    mutationFn: () => {
      if (!section.current) throw new Error('the chart is not on screen')
      return draw(section.current)
    },
    onSuccess: (picture) => saveFile(picture, `${title}.png`),
  })
  return (
    <section ref={section} className={frame.section} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span>{hint}</span>
        {isShown && !isTable && mark && (
          <span className={styles.legend}>
            <i data-is={mark} aria-hidden /> {t('dashboard.charts.before')}
          </span>
        )}
        {isShown && (
          <div className={frame.tools}>
            <ActionIcon
              size={28}
              aria-label={`${t(isTable ? 'dashboard.charts.asChart' : 'dashboard.charts.asTable')}: ${title}`}
              onClick={() => setIsTable(!isTable)}
            >
              {isTable ? <IconChartBar size={18} stroke={1.7} /> : <IconTable size={18} stroke={1.7} />}
            </ActionIcon>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size={28} aria-label={`${t('dashboard.charts.save')}: ${title}`}>
                  <IconDownload size={18} stroke={1.7} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => savePicture.mutate()}>PNG</Menu.Item>
                <Menu.Item onClick={saveTable}>CSV</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
        )}
      </header>
      {isLoading ? (
        <Skeleton height={180} aria-label={t('ui.loading')} />
      ) : isFailed ? (
        <Failure title={t('dashboard.failed')} cause="refused" onRetry={onRetry} />
      ) : isEmpty ? (
        <p className={frame.empty}>{emptyText}</p>
      ) : isTable ? (
        <Rows {...props} labelledBy={id} />
      ) : (
        children(id)
      )}
    </section>
  )
}

function Rows({ title, rows, of, onOpen, labelledBy }: Props & { labelledBy: string }) {
  const { t } = useTranslation()
  return (
    <div className={frame.rows} role="group" aria-labelledby={labelledBy} tabIndex={0}>
      <Table aria-labelledby={labelledBy}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{of}</Table.Th>
            <Table.Th className={frame.right ?? ''}>{title}</Table.Th>
            <Table.Th className={frame.right ?? ''}>{t('dashboard.charts.before')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, value, before }) => (
            <Table.Tr key={key}>
              <Table.Td>
                {onOpen ? (
                  <button type="button" className={styles.link} onClick={() => onOpen(key)}>
                    {name}
                  </button>
                ) : (
                  name
                )}
              </Table.Td>
              <Table.Td className={frame.right ?? ''}>{value}</Table.Td>
              <Table.Td className={frame.right ?? ''}>{before ?? '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
