import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  changeIsEmpty: 'Change at least one field',
  onlyOpen: 'Only pending orders and orders in processing can be corrected. Status: {status}',
  placeIsFixed: 'A part was shipped to this address, so the address can no longer be changed',
  edit: 'Edit',
  editContact: 'Edit contact and address',
  editContactOf: 'Edit contact and address of order {orderNumber}',
  emptyText: 'A name, phone or email that is left empty is taken from the customer.',
  fixedText:
    'A part was shipped and its courier has the address, so only the name, phone, email and note can be changed.',
  packedText: 'A part is packed: print its label again after a change.',
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  area: 'Area',
  landmark: 'Landmark',
  city: 'City',
  province: 'Province',
  note: 'Note from the customer',
  save: 'Save',
  contactCorrected: 'Order {orderNumber}: contact and address corrected',
  contactRestored: 'Order {orderNumber}: contact and address restored',
})
