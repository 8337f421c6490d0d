import { ActionIcon, Menu } from '@mantine/core'
import { IconDeviceMobileDown, IconDots, IconFileExport, IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ContactFilter, exportedContacts } from '../../features/contact-list/contact-list.api.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { toast } from '../../ui/toasts/toasts.tsx'

interface Props {
  searchParam: string
  filter: ContactFilter
  onImport: () => void
  onImportFromPhone: () => void
}

/** Imports, and export of the contacts that the list shows. */
export function SheetMenu({ searchParam, filter, onImport, onImportFromPhone }: Props) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: () => exportedContacts(searchParam, filter),
    onSuccess: (file) => {
      saveFile(file, `${t('contact-list.title')}.xlsx`)
      toast.success(t('contact-list.exported'))
    },
  })
  useActions([
    { label: t('contact-list.import.action'), group: 'general', icon: IconFileImport, run: onImport },
    {
      label: t('contact-list.phoneBook.action'),
      group: 'general',
      icon: IconDeviceMobileDown,
      run: onImportFromPhone,
    },
    { label: t('contact-list.export'), group: 'general', icon: IconFileExport, run: () => save.mutate() },
  ])
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={30} variant="default" aria-label={t('contact-list.more')} loading={save.isPending}>
          <IconDots size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileImport size={16} />} onClick={onImport}>
          {t('contact-list.import.action')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceMobileDown size={16} />} onClick={onImportFromPhone}>
          {t('contact-list.phoneBook.action')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileExport size={16} />} onClick={() => save.mutate()}>
          {t('contact-list.export')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
