// Made by web/scripts/pieces.py from src/crownlands/data: do not edit.

import type { Terrain } from './protocol';

/** A building tile and all that it does. */
export type Building = {
  knights: number;
  towers: number;
  tax: string;
  crowns: number;
  points: number;
  per: string;
  copies: number;
};

/** A game and its set-ups. */
export type Family = {
  boxes: string[];
  colours: string[];
  purse: boolean;
  players: number[];
  printed: number[];
  openings: Record<string, string>;
  frames: Record<string, string>;
};

/** Something that may be added to a ruleset's name. */
export type Option = {
  name: string;
  fits: Record<string, number[]> | null;
  home: string[];
  opening: boolean;
  printed: boolean | null;
};

export type Half = [Terrain, number];

export const TERRAINS: Terrain[] = ["wheat","forest","lake","grassland","swamp","mine","town"];
/** The letter of each terrain in the notation. */
export const LETTERS: Record<Terrain, string> = {"wheat":"w","forest":"f","lake":"l","grassland":"g","swamp":"s","mine":"m","town":"t"};
export const DOMINOES: Record<string, [Half, Half]> = {"K1":[["wheat",0],["wheat",0]],"K2":[["wheat",0],["wheat",0]],"K3":[["forest",0],["forest",0]],"K4":[["forest",0],["forest",0]],"K5":[["forest",0],["forest",0]],"K6":[["forest",0],["forest",0]],"K7":[["lake",0],["lake",0]],"K8":[["lake",0],["lake",0]],"K9":[["lake",0],["lake",0]],"K10":[["grassland",0],["grassland",0]],"K11":[["grassland",0],["grassland",0]],"K12":[["swamp",0],["swamp",0]],"K13":[["wheat",0],["forest",0]],"K14":[["wheat",0],["lake",0]],"K15":[["wheat",0],["grassland",0]],"K16":[["wheat",0],["swamp",0]],"K17":[["forest",0],["lake",0]],"K18":[["forest",0],["grassland",0]],"K19":[["wheat",1],["forest",0]],"K20":[["wheat",1],["lake",0]],"K21":[["wheat",1],["grassland",0]],"K22":[["wheat",1],["swamp",0]],"K23":[["wheat",1],["mine",0]],"K24":[["forest",1],["wheat",0]],"K25":[["forest",1],["wheat",0]],"K26":[["forest",1],["wheat",0]],"K27":[["forest",1],["wheat",0]],"K28":[["forest",1],["lake",0]],"K29":[["forest",1],["grassland",0]],"K30":[["lake",1],["wheat",0]],"K31":[["lake",1],["wheat",0]],"K32":[["lake",1],["forest",0]],"K33":[["lake",1],["forest",0]],"K34":[["lake",1],["forest",0]],"K35":[["lake",1],["forest",0]],"K36":[["wheat",0],["grassland",1]],"K37":[["lake",0],["grassland",1]],"K38":[["wheat",0],["swamp",1]],"K39":[["grassland",0],["swamp",1]],"K40":[["mine",1],["wheat",0]],"K41":[["wheat",0],["grassland",2]],"K42":[["lake",0],["grassland",2]],"K43":[["wheat",0],["swamp",2]],"K44":[["grassland",0],["swamp",2]],"K45":[["mine",2],["wheat",0]],"K46":[["swamp",0],["mine",2]],"K47":[["swamp",0],["mine",2]],"K48":[["wheat",0],["mine",3]],"Q1":[["wheat",0],["wheat",0]],"Q2":[["wheat",0],["wheat",0]],"Q3":[["forest",0],["forest",0]],"Q4":[["forest",0],["forest",0]],"Q5":[["lake",0],["lake",0]],"Q6":[["lake",0],["lake",0]],"Q7":[["grassland",0],["grassland",0]],"Q8":[["grassland",0],["grassland",0]],"Q9":[["swamp",0],["swamp",0]],"Q10":[["wheat",1],["forest",0]],"Q11":[["wheat",1],["lake",0]],"Q12":[["wheat",1],["grassland",0]],"Q13":[["wheat",1],["swamp",0]],"Q14":[["wheat",1],["mine",0]],"Q15":[["forest",1],["wheat",0]],"Q16":[["forest",1],["wheat",0]],"Q17":[["forest",1],["wheat",0]],"Q18":[["forest",1],["lake",0]],"Q19":[["forest",1],["grassland",0]],"Q20":[["lake",1],["wheat",0]],"Q21":[["lake",1],["forest",0]],"Q22":[["lake",1],["forest",0]],"Q23":[["lake",1],["forest",0]],"Q24":[["grassland",1],["wheat",0]],"Q25":[["swamp",1],["wheat",0]],"Q26":[["grassland",2],["wheat",0]],"Q27":[["grassland",2],["forest",0]],"Q28":[["swamp",2],["wheat",0]],"Q29":[["swamp",2],["forest",0]],"Q30":[["mine",2],["wheat",0]],"Q31":[["mine",2],["wheat",0]],"Q32":[["town",0],["forest",0]],"Q33":[["town",0],["lake",0]],"Q34":[["town",0],["lake",0]],"Q35":[["town",0],["grassland",0]],"Q36":[["town",0],["grassland",0]],"Q37":[["town",0],["swamp",0]],"Q38":[["forest",1],["town",0]],"Q39":[["lake",1],["town",0]],"Q40":[["lake",1],["town",0]],"Q41":[["grassland",1],["town",0]],"Q42":[["swamp",1],["town",0]],"Q43":[["mine",1],["town",0]],"Q44":[["mine",2],["town",0]],"Q45":[["mine",3],["town",0]],"Q46":[["town",0],["town",0]],"Q47":[["town",0],["town",0]],"Q48":[["town",0],["town",0]]};
export const BUILDINGS: Record<string, Building> = {"bakery":{"knights":0,"towers":0,"tax":"","crowns":0,"points":2,"per":"wheat","copies":2},"sawmill":{"knights":0,"towers":0,"tax":"","crowns":0,"points":2,"per":"forest","copies":2},"fishmongers":{"knights":0,"towers":0,"tax":"","crowns":0,"points":2,"per":"lake","copies":2},"weaving_shop":{"knights":0,"towers":0,"tax":"","crowns":0,"points":2,"per":"grassland","copies":2},"magic_school":{"knights":1,"towers":1,"tax":"","crowns":0,"points":2,"per":"swamp","copies":2},"foundry":{"knights":1,"towers":1,"tax":"","crowns":0,"points":2,"per":"mine","copies":2},"church":{"knights":0,"towers":0,"tax":"","crowns":0,"points":2,"per":"town","copies":2},"safe_knights":{"knights":1,"towers":0,"tax":"knights","crowns":0,"points":2,"per":"","copies":1},"safe_towers":{"knights":0,"towers":1,"tax":"towers","crowns":0,"points":2,"per":"","copies":1},"small_tavern":{"knights":2,"towers":0,"tax":"","crowns":0,"points":3,"per":"","copies":2},"big_tavern":{"knights":3,"towers":0,"tax":"","crowns":0,"points":2,"per":"","copies":1},"guardtower":{"knights":0,"towers":2,"tax":"","crowns":0,"points":3,"per":"","copies":2},"fortified_castle":{"knights":0,"towers":3,"tax":"","crowns":0,"points":2,"per":"","copies":1},"travelling_castle":{"knights":0,"towers":1,"tax":"","crowns":0,"points":1,"per":"towers","copies":2},"training_camp":{"knights":1,"towers":0,"tax":"","crowns":0,"points":1,"per":"knights","copies":2},"statue":{"knights":0,"towers":0,"tax":"","crowns":0,"points":5,"per":"","copies":3},"queens_tower":{"knights":0,"towers":0,"tax":"","crowns":1,"points":0,"per":"","copies":3}};
export const COINS_PER_POINT: number = 3;
export const FAMILIES: Record<string, Family> = {"kingdomino":{"boxes":["K"],"colours":["pink","yellow","green","blue"],"purse":false,"players":[2,3,4],"printed":[2,3,4],"openings":{"2":"drawn","3":"drawn","4":"drawn"},"frames":{"5":"kingdomino/4","7":"kingdomino/2+mighty-duel"}},"queendomino":{"boxes":["Q"],"colours":["orange","purple","white","red"],"purse":true,"players":[2,3,4],"printed":[2,3,4],"openings":{"2":"there-and-back","3":"drawn","4":"drawn"},"frames":{"5":"queendomino/4","7":"queendomino/2"}},"royal-wedding":{"boxes":["K","Q"],"colours":["pink","yellow","green","blue","orange","purple","white","red"],"purse":true,"players":[3,4,5,6,7,8],"printed":[3,4,5,6],"openings":{"3":"drawn","4":"drawn","5":"drawn","6":"drawn","7":"drawn","8":"drawn"},"frames":{"5":"royal-wedding/6","7":"royal-wedding/4"}}};
export const OPTIONS: Option[] = [{"name":"mighty-duel","fits":{"kingdomino":[2]},"home":["kingdomino"],"opening":false,"printed":null},{"name":"lines-of-four","fits":{"kingdomino":[3]},"home":["kingdomino"],"opening":false,"printed":false},{"name":"teams","fits":{"royal-wedding":[6,8]},"home":["royal-wedding"],"opening":false,"printed":true},{"name":"one-court","fits":{"queendomino":[2]},"home":["queendomino"],"opening":false,"printed":null},{"name":"middle-kingdom","fits":null,"home":["kingdomino"],"opening":false,"printed":null},{"name":"harmony","fits":null,"home":["kingdomino"],"opening":false,"printed":null},{"name":"dynasty","fits":null,"home":["kingdomino"],"opening":false,"printed":null},{"name":"drawn","fits":null,"home":["kingdomino","queendomino","royal-wedding"],"opening":true,"printed":null},{"name":"any-king","fits":null,"home":["kingdomino"],"opening":true,"printed":null},{"name":"top-down","fits":null,"home":["kingdomino"],"opening":true,"printed":null},{"name":"there-and-back","fits":{"kingdomino":[2],"queendomino":[2]},"home":["queendomino"],"opening":true,"printed":null}];
