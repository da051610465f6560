import { Button } from '@mantine/core'
import { grants } from '#features/access/contract.ts'
import { useAllows } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import { texts } from '../texts.ts'
import { productForm } from './links.ts'

/** Leads from a list to the form for a new product. */
export function AddProduct() {
  if (!useAllows()(grants('Products', 'act'))) return null
  return (
    <Button component={Link} href={productForm.path}>
      {texts.addProduct}
    </Button>
  )
}
