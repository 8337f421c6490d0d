import { type ReportFormat, type ReportRows, reportFormats, reportRows } from '@guiche/contract'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { type ReportChoice, isPeriodWrong } from '../report-choice.ts'
import { useCreateExport } from '../reports.api.ts'

/** Asks for a file of what the filters choose. A job makes it. */
export function ExportMenu({ choice }: { choice: ReportChoice }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const create = useCreateExport(choice)
  const ask = (rows: ReportRows, format: ReportFormat) =>
    create.mutate({ rows, format }, { onSuccess: () => toast.success(t('reports.exports.begun')) })
  const button = { variant: 'default', loading: create.isPending, disabled: isPeriodWrong(choice) } as const
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {isPhone ? (
          <ActionIcon size={30} aria-label={t('reports.exports.export')} {...button}>
            <IconFileExport size={17} stroke={1.7} />
          </ActionIcon>
        ) : (
          <Button size="xs" leftSection={<IconFileExport size={16} />} {...button}>
            {t('reports.exports.export')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {reportRows.map((rows) => (
          <div key={rows} role="group" aria-label={t(`reports.exports.rowOf.${rows}`)}>
            <Menu.Label>{t(`reports.exports.rowOf.${rows}`)}</Menu.Label>
            {reportFormats.map((format) => (
              <Menu.Item key={format} onClick={() => ask(rows, format)}>
                {t('reports.exports.kind', { rows: t(`reports.exports.rows.${rows}`), format: format.toUpperCase() })}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
