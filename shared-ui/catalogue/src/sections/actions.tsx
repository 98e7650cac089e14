import { Bell, Copy, MoreHorizontal, Pencil, Plus, Send, Trash2 } from 'lucide-react'

import { Button, ButtonLink, IconButton, Kbd, Menu, TextLink } from '../../../src/index.ts'
import { Grid, Specimen } from '../specimen.tsx'

/** What is pressed. */
export const Actions = () => (
  <Grid>
    <Specimen title="Button" isRow>
      <Button variant="primary" icon={<Plus size={16} />}>
        New job
      </Button>
      <Button>Preview</Button>
      <Button variant="quiet">Cancel</Button>
      <Button variant="danger">Delete</Button>
      <Button variant="primary" isBusy>
        Saving
      </Button>
      <Button disabled>Not yet</Button>
      <Button size="small">Small</Button>
      <ButtonLink to="/" icon={<Send size={16} />}>
        Open chats
      </ButtonLink>
    </Specimen>
    <Specimen title="Icon button, link, keys, menu" isRow>
      <IconButton label="Notifications" shortcut="g n" icon={<Bell size={16} />} />
      <IconButton label="Edit" variant="secondary" icon={<Pencil size={16} />} />
      <TextLink to="/inside">A page of ours</TextLink>
      <TextLink to="https://example.com">Elsewhere</TextLink>
      <Kbd keys="Ctrl K" />
      <Menu
        label="Actions for Greeter"
        trigger={<IconButton label="Actions for Greeter" icon={<MoreHorizontal size={16} />} />}
        entries={[
          { label: 'Edit', icon: <Pencil size={16} />, shortcut: 'e', onSelect: () => undefined },
          { label: 'Duplicate', icon: <Copy size={16} />, onSelect: () => undefined },
          { label: 'Show archived', isChecked: true, onSelect: () => undefined },
          'separator',
          {
            label: 'Delete',
            icon: <Trash2 size={16} />,
            tone: 'danger',
            onSelect: () => undefined,
          },
        ]}
      />
    </Specimen>
  </Grid>
)
